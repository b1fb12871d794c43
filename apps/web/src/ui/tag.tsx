import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** A word in a small frame. `new` is coloured. */
export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'new'; children: ReactNode }) {
  return <span className={classNames('tag', tone === 'new' && 'tag-new')}>{children}</span>
}
