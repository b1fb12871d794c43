/** The database of `npm run dev`. It outlives the restarts of the API, and ends when standard input does: also when the
 *  process that started it is killed. */
import { openDatabase } from '../src/mongo/mongod/open-database'

const [dataDir = ''] = process.argv.slice(2)
const mongodPath = process.env['MONGOD_PATH']
const database = await openDatabase({
  dataDir,
  onProgress: (line) => console.error(line),
  ...(mongodPath && { mongodPath }),
})
process.stdin.resume().on('end', () => {
  void database.stop().then(() => process.exit(0))
})
console.log(database.uri)
