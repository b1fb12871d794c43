import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useCurrentTitle } from '../lib/title'

/** After a change of page, readers hear its title and the keyboard goes on from its top. The first page is left to the
 *  browser. */
export function useRouteFocus() {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const title = useCurrentTitle()
  const main = useRef<HTMLElement>(null)
  const focused = useRef(pathname)
  const [shown, setShown] = useState({ pathname, isFirst: true })
  if (shown.pathname !== pathname) setShown({ pathname, isFirst: false })

  useEffect(() => {
    if (focused.current === pathname) return
    focused.current = pathname
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0)
    // A page that has put the focus somewhere itself knows better.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname, navigation])

  return { main, announcement: shown.isFirst ? '' : title }
}
