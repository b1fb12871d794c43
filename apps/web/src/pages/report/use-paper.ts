import { useState } from 'react'
import { readStored, writeStored } from '../../lib/storage'
import { papers, usualPaper, type Paper } from './paper'

const storedKey = 'pinmark.paper'

/** The last chosen paper, or else the usual one of the reader's country. */
export function usePaper() {
  const [name, setName] = useState<string>(() => readStored(storedKey) ?? usualPaper(navigator.language))
  const paper = papers.find((one) => one.name === name) ?? papers[0]
  if (!paper) throw new Error('There is no paper.')
  return {
    paper,
    choices: papers.map((one) => one.name),
    choosePaper: (next: Paper['name']) => {
      setName(next)
      writeStored(storedKey, next)
    },
  }
}
