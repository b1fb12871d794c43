import * as first from '@pinmark/words/compiled/first/en'
import * as more from '@pinmark/words/compiled/more/en'
import { m } from '@pinmark/words/messages'

/** Tests read the words in English, all of them at once. */
Object.assign(m, first, more)
