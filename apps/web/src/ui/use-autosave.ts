import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from './toast'

interface AutosaveOptions<Value, Answer> {
  /** Settings with the same queue are sent one at a time, in the order of the choices. */
  queue: string
  /** The last known value of the server. */
  stored: Value
  send: (value: Value) => Promise<Answer>
  /** Called with each answer, also after the setting is gone from the page. */
  onSaved: (answer: Answer) => void
  /** Called after an answer or a failure. */
  onSettled?: () => void
  /** What to say of a failure after the setting is gone from the page. */
  failure: string
}

/** A setting without a Save button. The returned `value` is the chosen one while it is sent, so that an answer to an
 *  earlier choice does not revert it. Text is passed to `save` when its field is left or by Enter, not while it
 *  is typed. */
export function useAutosave<Value, Answer>(options: AutosaveOptions<Value, Answer>) {
  const { queue, stored, send, onSaved, onSettled, failure } = options
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const { mutate, isPending, variables, error } = useMutation({
    scope: { id: queue },
    mutationFn: send,
    onSuccess: onSaved,
    ...(onSettled && { onSettled }),
    onError: (reason) => {
      if (!isShown.current) toast.showFailure(reason, failure)
    },
  })
  return {
    value: isPending ? variables : stored,
    save: (value: Value) => mutate(value),
    error,
    /** Sends the value again that could not be saved. */
    retry: () => variables !== undefined && mutate(variables),
  }
}
