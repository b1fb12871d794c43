import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { App } from '../src/app/app'

/** The whole app at an address, and a user in front of it. */
export function renderApp(path: string): UserEvent {
  window.history.replaceState(null, '', path)
  const user = userEvent.setup()
  render(<App />)
  return user
}
