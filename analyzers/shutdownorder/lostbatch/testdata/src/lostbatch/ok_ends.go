package lostbatch

import (
	"bufio"
	"context"
)

// The rest is stored behind the loop.
func loaded(ctx context.Context, in <-chan record, to sink, size int) error {
	var batch []record
	for rec := range in {
		batch = append(batch, rec)
		if len(batch) >= size {
			if err := to.Write(ctx, batch); err != nil {
				return err
			}
			batch = nil
		}
	}
	if len(batch) == 0 {
		return nil
	}
	return to.Write(ctx, batch)
}

// A literal stores it, in the loop and behind it.
func flushed(s *bufio.Scanner, save func([]string)) {
	var batch []string
	flush := func() {
		save(batch)
		batch = nil
	}
	for s.Scan() {
		batch = append(batch, s.Text())
		if len(batch) >= 100 {
			flush()
		}
	}
	flush()
}

// It is deferred.
func atLast(in []record, save func([]record)) {
	var batch []record
	defer func() { save(batch) }()
	for _, rec := range in {
		batch = append(batch, rec)
		if len(batch) >= 100 {
			save(batch)
			batch = nil
		}
	}
}

// Each element is stored with those of its group.
func grouped(in []record, save func([]record)) {
	var group []record
	for _, rec := range in {
		group = append(group, rec)
		save(group)
		group = group[:0]
	}
}

// It is returned.
func rest(in []record, save func([]record)) (left []record) {
	for _, rec := range in {
		left = append(left, rec)
		if len(left) == 10 {
			save(left)
			left = nil
		}
	}
	return left
}

// The outer loop stores it.
func nested(all [][]record, save func([]record)) {
	var batch []record
	for _, list := range all {
		for _, rec := range list {
			batch = append(batch, rec)
			if len(batch) == 10 {
				save(batch)
				batch = nil
			}
		}
		save(batch)
		batch = nil
	}
}

// Old ones are dropped when there are too many, and it is no batch.
func recent(in []record, look func([]record)) {
	var last []record
	for _, rec := range in {
		last = append(last, rec)
		if len(last) > 10 {
			last = last[1:]
		}
		look(last)
	}
}
