import { compileWords } from './lib/words.mjs'

await compileWords()
