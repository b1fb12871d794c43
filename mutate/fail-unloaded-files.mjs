/** A Vitest reporter that gives a test file that cannot be loaded a test that failed. Stryker looks at tests alone, and
 *  takes a change that breaks the import for one that nobody noticed.
 *  https://github.com/stryker-mutator/stryker-js/issues/6150
 *  @type {import('vitest/node').Reporter} */
export const failUnloadedFiles = {
  onTestRunEnd(modules) {
    for (const { task: file } of modules) {
      const { result, tasks } = file
      if (result?.state === 'fail' && tasks.length === 0) {
        tasks.push({ type: 'test', name: 'can be loaded', mode: 'run', meta: {}, suite: file, file, result })
      }
    }
  },
}
