package blockedsend

// Two channels, one function that sends on either: the slower answer stays.
func quickest() string {
	primary, replica := make(chan string), make(chan string)
	go ask("primary", primary)
	go ask("replica", replica)
	select {
	case answer := <-primary:
		return answer
	case answer := <-replica:
		return answer
	}
}

func ask(host string, answer chan<- string) {
	answer <- host // want `send on answer blocks forever when quickest returns at line \d+ without receiving \(goroutineleak/blocked-send\)`
}

// One of two is left behind, the other has room.
func firstOrSecond(early bool) error {
	first, second := make(chan error), make(chan error, 1)
	go try(first)
	go try(second)
	if early {
		return <-second
	}
	<-second
	return <-first
}

func try(result chan error) {
	result <- work() // want `send on result blocks forever when firstOrSecond returns at line \d+ without receiving`
}

// Each round receives, but the one that is told to leave.
func resubscribed(stop <-chan struct{}, subscribe func() error) bool {
	subscribed := make(chan error)
	for {
		go func() { subscribed <- subscribe() }() // want `send on subscribed blocks forever when resubscribed returns at line \d+ without receiving`
		select {
		case err := <-subscribed:
			if err == nil {
				return true
			}
		case <-stop:
			return false
		}
	}
}
