import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Takes many seconds each: two open a browser, the others start the sandbox or the service often.
 * What the first one builds is kept by the time that others need it.
 */
const longest = [
  'test/sandbox-web/pages.test.ts',
  'test/search-by-query/model.test.ts',
  'test/e2e/own-sandbox/service-in-trouble.test.ts',
  'test/sandbox/ending.test.ts',
  'test/service/run/start-service.test.ts',
  'test/service/run/demo/import-geography.test.ts',
];

/**
 * In a fresh clone the runner knows only how large a file is. Begun last, a long one would leave
 * the other workers with nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));
