//leak:pattern Send and receive one behind the other in one goroutine
//leak:source GoBench, misuse of channels
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["own-channel"] = func() { go ownChannel() } }

func ownChannel() error {
	last := make(chan error)
	last <- work()
	return <-last
}
