package receiveloop

import (
	"log"
	"os"
	"time"
)

// The loop waits for the file to be opened: a failed read is no reason to leave it.
type gadget struct{ file *os.File }

func (g *gadget) open(name string) (err error) {
	g.file, err = os.Open(name)
	return err
}

func (g *gadget) listen(handle func([]byte)) {
	buf := make([]byte, 8)
	for {
		if g.file == nil {
			time.Sleep(time.Second)
			continue
		}
		n, err := g.file.Read(buf)
		if err != nil {
			log.Print(err)
			continue // want `loop at line \d+ spins`
		}
		handle(buf[:n])
	}
}
