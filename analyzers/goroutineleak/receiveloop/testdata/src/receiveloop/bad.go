package receiveloop

import (
	"bufio"
	"log"
)

// The reader is at its end, and the loop reads on.
func lines(r *bufio.Reader) {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			log.Print(err)
			continue // want `loop at line \d+ spins once r is at its end: after that r.ReadString returns its error immediately, and the loop calls it again`
		}
		log.Print(line)
	}
}
