package lostbatch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"
)

type sink interface {
	Write(ctx context.Context, list []record) error
}

// What is full is stored, and the rest never.
func load(ctx context.Context, in <-chan record, to sink, size int) error {
	batch := make([]record, 0, size)
	for rec := range in {
		batch = append(batch, rec)
		if len(batch) < size {
			continue
		}
		if err := to.Write(ctx, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
	return nil // want `the last of what batch has collected is lost: the loop ends without to.Write\(ctx, batch\), which hands it on at line \d+ when it is full`
}

func lines(s *bufio.Scanner, save func([]string)) error {
	var batch []string
	for s.Scan() {
		batch = append(batch, s.Text())
		if len(batch) >= 100 {
			save(batch)
			batch = nil
		}
	}
	return s.Err() // want `the last of what batch has collected is lost`
}

func copyAll(read func() (record, error), save func([]record)) error {
	var batch []record
	for {
		rec, err := read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		batch = append(batch, rec)
		if len(batch) == cap(batch) {
			save(batch)
			batch = make([]record, 0, 50)
		}
	}
	return nil // want `the last of what batch has collected is lost`
}

// The function that hands it on returns what is left: nothing.
type mailer struct {
	queue chan record
	done  chan struct{}
	to    sink
}

func (m *mailer) run() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	batch := make([]record, 0, 50)
	for {
		select {
		case rec := <-m.queue:
			batch = append(batch, rec)
			if len(batch) == cap(batch) {
				batch = m.flush(batch)
			}
		case <-tick.C:
			batch = m.flush(batch)
		case <-m.done:
			return // want `what batch has collected is lost: the loop ends here without m.flush\(batch\)`
		}
	}
}

func (m *mailer) flush(batch []record) []record {
	if len(batch) == 0 {
		return batch
	}
	_ = m.to.Write(context.Background(), batch)
	return batch[:0]
}
