package main

import (
	"context"
	"log"
	"os"
	"strconv"
	"time"
)

type checkpoint struct {
	path string
	last int64
}

func (c *checkpoint) Close() error {
	return os.WriteFile(c.path, strconv.AppendInt(nil, c.last, 10), 0o644)
}

// The loop is written to end with a context, and nothing ends that.
func main() {
	ctx := context.Background()
	cp := &checkpoint{path: "checkpoint"}
	defer func() {
		if err := cp.Close(); err != nil {
			log.Print(err)
		}
	}()
	for ctx.Err() == nil { // want `deferred cp\.Close at line \d+ does not run when SIGTERM ends the program: main loops until then, and nothing handles the signal`
		time.Sleep(time.Second)
		cp.last++
	}
}
