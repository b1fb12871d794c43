import { readEnvironment } from '../../config'
import { cacheDir, findMongod } from '../../mongo/mongod/find-mongod'
import { runCommand } from './run-command'

/** Prints the path of the `mongod` that a start would use. Downloads one first when there is none. */
await runCommand(async () => {
  const { path } = await findMongod({
    mongodPath: readEnvironment().environment['MONGOD_PATH'],
    cacheDir: cacheDir(),
    series: null,
    onProgress: (line) => console.error(line),
  })
  console.log(path)
})
