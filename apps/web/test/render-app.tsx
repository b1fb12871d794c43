import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { App } from '../src/app/app'

/** Renders the whole app at an address, and returns a user. */
export function renderApp(path: string): UserEvent {
  window.history.replaceState(null, '', path)
  const user = userEvent.setup()
  render(<App />)
  return user
}
