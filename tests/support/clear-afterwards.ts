import { spawn } from 'node:child_process'

/*
 * Ends when its input does. PostgreSQL deletes its `postmaster.pid` as the last thing; a folder that it is still writing to could
 * not be deleted.
 */
const SCRIPT = `
read -r _
pid_file=$1/postmaster.pid
kill -QUIT "$(head -n 1 "$pid_file")"
tries=100
while [ -e "$pid_file" ] && [ $tries -gt 0 ]; do sleep 0.1; tries=$((tries - 1)); done
rm -rf "$2"
`

/**
 * Ends a PostgreSQL of the tests and deletes its folder once this process is gone, however it went: by Ctrl-C, a signal or
 * kill -9. The kernel then closes the pipe that a small shell reads from.
 */
export function clearAfterwards(cluster: string, folder: string): void {
  const shell = spawn('sh', ['-c', SCRIPT, 'sh', cluster, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
}
