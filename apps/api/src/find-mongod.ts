import { readEnvironment } from './config'
import { cacheDir } from './platform/mongod/cache-dir'
import { findMongod } from './platform/mongod/find-mongod'
import { StartError } from './platform/start-error'

/** Prints the path of the `mongod` that a start would use, and fetches one first where there is none. */
try {
  const { path } = await findMongod({
    mongodPath: readEnvironment()['MONGOD_PATH'],
    cacheDir: cacheDir(),
    series: null,
    onProgress: (line) => console.error(line),
  })
  console.log(path)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
