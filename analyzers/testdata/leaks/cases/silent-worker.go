//leak:pattern Missing send: the goroutine returns and the waiter stays
//leak:source GCatch
//leak:reported goroutineleak/blocked-receive

package cases

func init() { All["silent-worker"] = func() { _ = silentWorker() } }

func silentWorker() error {
	result := make(chan error)
	go func() {
		if err := fails(); err != nil {
			return
		}
		result <- nil
	}()
	return <-result
}
