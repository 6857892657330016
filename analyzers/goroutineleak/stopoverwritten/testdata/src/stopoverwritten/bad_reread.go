package stopoverwritten

import (
	"context"
	"log"
	"os"
)

type rereadPad struct {
	file   *os.File
	ctx    context.Context
	cancel context.CancelFunc
}

// The goroutine reads the field after it has been replaced, and reads on beside the new one.
func (p *rereadPad) listen() {
	go func() {
		buf := make([]byte, 8)
		for {
			select {
			case <-p.ctx.Done(): // want `the goroutine started at line 17 may miss its own end: it reads p.ctx in each pass, and open replaces that at line \d+ as soon as it has ended it`
				return
			default:
				n, err := p.file.Read(buf)
				if err != nil {
					return
				}
				log.Print(buf[:n])
			}
		}
	}()
}

func (p *rereadPad) open(path string) error {
	var err error
	if p.file, err = os.Open(path); err != nil {
		return err
	}
	if p.cancel != nil {
		p.cancel()
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.listen()
	return nil
}
