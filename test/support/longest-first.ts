import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Takes many seconds each: two open a browser, the others start the sandbox or the service often.
 * What the first one builds is kept by the time that others need it.
 */
const longest = [
  'test/sandbox-web/pages.test.ts',
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
    const isShared = ({ project }: TestSpecification) => project.name === 'shared-sandbox';
    const others = apart.filter((file) => !isShared(file));
    return [...spread(apart.filter(isShared), others), ...standTogether(ordered)];
  }
}

const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));

/** There are few sandboxes, so that few files that share them can run at a time. */
function spread(shared: TestSpecification[], others: TestSpecification[]): TestSpecification[] {
  const between = Math.ceil(others.length / Math.max(shared.length, 1));
  const spreadOut = shared.flatMap((file, index) => [
    file,
    ...others.slice(index * between, (index + 1) * between),
  ]);
  return [...spreadOut, ...others.slice(shared.length * between)];
}

/** Files that share a worker: one of another project between them would end it. */
function standTogether(files: TestSpecification[]): TestSpecification[] {
  const sharing = files.filter(({ project }) => !project.config.isolate);
  const projects = [...new Set(sharing.map(({ project }) => project))];
  return projects.flatMap((project) => sharing.filter((file) => file.project === project));
}
