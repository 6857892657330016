package blockedsend

import (
	"context"
	"time"
)

type prober struct{ failed chan error }

func (p *prober) probing() error {
	checked := make(chan error)
	timer := time.NewTimer(0).C
	for {
		select {
		case <-timer:
			go func() { checked <- probe(context.TODO()) }() // want `send on checked blocks for ever when probing returns .*low confidence: one goroutine at most`
		case <-checked:
			timer = time.NewTimer(time.Second).C
		case err := <-p.failed:
			return err
		}
	}
}
