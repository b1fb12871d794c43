import { submitKeys } from '../lib/submit-key'

/** The keys that work while the focus is on the page, and not in a field. */
export const keyboardKeys = [
  { keys: ['C'], does: 'Add a comment: arrows move 10 px, Shift and arrows 1 px, Enter drops the pin' },
  { keys: ['N', 'P'], does: 'Next, previous comment of the list; after the last one the next design' },
  { keys: ['R'], does: 'Resolve or reopen the selected comment' },
  { keys: ['M'], does: 'Move the pin of the selected comment' },
  { keys: ['Shift C'], does: 'Hide or show comments' },
  { keys: ['+', '−'], does: 'Zoom in, zoom out' },
  { keys: ['0'], does: 'Fit width' },
  { keys: ['[', ']'], does: 'Previous, next design; also Shift P, Shift N' },
  { keys: ['G'], does: 'All designs; Alt and an arrow move one' },
  { keys: ['F2', 'Del'], does: 'Rename, delete the focused design' },
  { keys: ['V'], does: 'Compare versions; then 1 to 4 choose how, arrows move the divider' },
  { keys: ['F'], does: 'Expand the design' },
  { keys: [submitKeys], does: 'Send what is written' },
  { keys: ['F6'], does: 'Go to the newest note and its buttons, such as Undo' },
  { keys: ['Esc'], does: 'Step back, one layer at a time' },
  { keys: ['?'], does: 'This list' },
] as const
