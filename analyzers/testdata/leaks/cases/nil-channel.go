//leak:pattern Send and receive on a nil channel
//leak:source LeakProf, guaranteed blocking
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["nil-channel"] = func() { go nilChannel() } }

func nilChannel() error {
	var result chan error
	go func() { result <- work() }()
	return <-result
}
