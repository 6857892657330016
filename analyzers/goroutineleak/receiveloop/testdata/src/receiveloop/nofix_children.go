package receiveloop

import (
	"context"
	"log"
	"syscall"
)

// With the last child the call fails immediately, and the exit behind it is not reached.
func reap(ctx context.Context, ended func(int)) {
	var status syscall.WaitStatus
	for {
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if err != nil {
			log.Print(err)
			continue // want `loop at line \d+ spins once no child process is left: after that syscall.Wait4 returns its error immediately, and the loop calls it again`
		}
		if ctx.Err() != nil {
			return
		}
		ended(pid)
	}
}
