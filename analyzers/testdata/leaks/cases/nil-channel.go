//leak:pattern Receive from a nil channel
//leak:source LeakProf, guaranteed blocking
//leak:silent a nil channel switches a case off on purpose as often as by mistake

package cases

func init() { All["nil-channel"] = nilChannel }

func nilChannel() {
	var ready chan struct{}
	go func() { <-ready }()
}
