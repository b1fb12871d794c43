/** A Vitest reporter that adds a failed test to each test file that cannot be loaded or whose `beforeAll`
 *  fails. Stryker only looks at tests, and would count a change that breaks the import or the setup as not
 *  noticed.
 *  https://github.com/stryker-mutator/stryker-js/issues/6150
 *  @type {import('vitest/node').Reporter} */
export const failUnloadedFiles = {
  onTestRunEnd(modules) {
    for (const { task: file } of modules) {
      const { result, tasks } = file
      if (result?.state === 'fail' && !tasks.some(hasFailed)) {
        tasks.push({ type: 'test', name: 'can be loaded', mode: 'run', meta: {}, suite: file, file, result })
      }
    }
  },
}

/** @param {import('vitest').RunnerTask} task */
function hasFailed(task) {
  return task.type === 'test' ? task.result?.state === 'fail' : task.tasks.some(hasFailed)
}
