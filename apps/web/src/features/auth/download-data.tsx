import { formatBytes } from '../../lib/bytes'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { useToast } from '../../ui/toast'
import { AccountRow } from './account-row'
import { useDownloadData } from './api/use-download-data'

/** All data that are stored about the account, as one archive. */
export function DownloadData() {
  const download = useDownloadData()
  const toast = useToast()
  const { isPending, received } = download
  return (
    <AccountRow
      title="Your data"
      text={
        <span role="status" className="tabular">
          {isPending
            ? `${received === 0 ? 'Preparing' : `${formatBytes(received)} so far`}. Keep this page open.`
            : 'Your projects, all comments and your original images, in one ZIP file.'}
        </span>
      }
      action={
        isPending ? (
          <Button onClick={download.cancel}>Cancel</Button>
        ) : (
          <Button
            onClick={() =>
              download.mutate(undefined, {
                onSuccess: () => toast.show({ text: 'Your data was downloaded.' }),
              })
            }
          >
            Download my data
          </Button>
        )
      }
    >
      <FailureStrip
        error={download.error}
        otherwise="The download broke off. Nothing was saved. Try again."
      />
    </AccountRow>
  )
}
