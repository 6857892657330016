//leak:pattern Double send
//leak:source Uber
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["double-send"] = func() { _ = doubleSend() } }

func doubleSend() error {
	reply := make(chan error)
	go func() {
		err := fails()
		if err != nil {
			reply <- err // and no return
		}
		reply <- nil
	}()
	return <-reply
}
