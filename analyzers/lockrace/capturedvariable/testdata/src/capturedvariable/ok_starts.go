package capturedvariable

import "log"

// What waits calls receives what the goroutine sends.
func runAndWait() error {
	err := prepare()
	if err != nil {
		log.Print(err)
	}
	go func() {
		err = announce()
		log.Print(err)
		connected <- struct{}{}
	}()
	waits()
	err = prepare()
	return err
}

func waits() { <-connected }
