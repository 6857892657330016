package lostbatch

import "time"

// The error of the last call is for the function to handle.
func failing(in <-chan record, stop <-chan struct{}, tick <-chan time.Time) error {
	var batch []record
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
		case <-tick:
			if err := store(batch); err != nil {
				return err
			}
			batch = nil
		case <-stop:
			return nil // want `what batch has collected is lost`
		}
	}
}
