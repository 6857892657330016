//leak:pattern Missing interaction: the owner returns before it closes
//leak:source GFix, defer
//leak:reported goroutineleak/blocked-receive

package cases

func init() { All["missing-interaction"] = func() { _ = missingInteraction() } }

func missingInteraction() error {
	ready := make(chan struct{})
	go func() {
		<-ready
		_ = work()
	}()
	if err := fails(); err != nil {
		return err
	}
	close(ready)
	return nil
}
