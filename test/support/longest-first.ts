import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Takes many seconds each: three open a browser, the others start the sandbox or the service often.
 * What the first one builds is kept by the time that others need it. Files of a project that share their processes come
 * together, where the first of them would.
 */
const longest = [
  'test/sandbox-web/pages.test.ts',
  'test/e2e/administer.test.ts',
  'test/search-by-query/model.test.ts',
  'test/sandbox/ending.test.ts',
  'test/service-on-embedded-database/start-service.test.ts',
  'test/service/run/demo/import-geography.test.ts',
];

/**
 * In a fresh clone the runner knows only how large a file is. Begun last, a long one would leave
 * the other workers with nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ordered = [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    const apart = ordered.filter(({ project }) => project.config.isolate);
    return [...apart, ...standTogether(ordered)];
  }
}

const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));

/** Files that share a worker: one of another project between them would end it. */
function standTogether(files: TestSpecification[]): TestSpecification[] {
  const sharing = files.filter(({ project }) => !project.config.isolate);
  const projects = [...new Set(sharing.map(({ project }) => project))];
  return projects.flatMap((project) => sharing.filter((file) => file.project === project));
}
