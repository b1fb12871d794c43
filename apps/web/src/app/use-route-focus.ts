import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useCurrentTitle } from '../lib/title'

/** After a change of page, readers hear its title and the keyboard goes on from its top. The first page is left to the
 *  browser. */
export function useRouteFocus() {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const title = useCurrentTitle()
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  const hasMoved = useRef(false)

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    hasMoved.current = true
    if (navigation !== 'POP') window.scrollTo(0, 0)
    // A page that has put the focus somewhere itself knows better.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname, navigation])

  return { main, announcement: hasMoved.current ? title : '' }
}
