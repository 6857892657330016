package capturedvariable

import "log"

// The function returns what a goroutine has assigned.
func anyFailure(peers []string) error {
	var err error
	for _, peer := range peers {
		go func() {
			if _, err = get(peer); err != nil { // want `data race: err is read|data race: err is written`
				log.Print(err)
			}
		}()
	}
	return err
}

// What one pass assigns is what the next begins with.
func last(peers []string) {
	var name string
	for _, peer := range peers {
		go func() {
			log.Print(name)
			name, _ = get(peer) // want `data race: name is written by goroutines`
		}()
	}
}
