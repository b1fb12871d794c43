import { compileWords } from './lib/words.mjs'

compileWords()
