package capturedvariable

import "log"

var connected = make(chan struct{})

// Both goroutines assign the error of run. What show starts waits for the connection that announce
// announces; show itself does not.
func run() {
	err := prepare()
	if err != nil {
		log.Print(err)
	}
	go func() {
		err = announce() // want `data race: err is written in the goroutine started at line 14, and written at line 23, and nothing orders the two`
		if err != nil {
			log.Print(err)
		}
	}()
	show()
	go func() {
		for range 3 {
			err = prepare()
			if err != nil {
				log.Print(err)
			}
		}
	}()
}

func prepare() error { return nil }

func announce() error {
	close(connected)
	return nil
}

func show() {
	go func() {
		<-connected
		log.Print("connected")
	}()
}
