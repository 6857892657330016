package poolnotreset

import (
	"bytes"
	"fmt"
	"net/http"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func page(w http.ResponseWriter, title string) {
	buf := bufs.Get().(*bytes.Buffer) // want `what an earlier user has left in the value of bufs.Get is used again: nothing resets a \*bytes.Buffer, after Get or before Put`
	defer bufs.Put(buf)
	fmt.Fprintf(buf, "<h1>%s</h1>", title)
	w.Write(buf.Bytes())
}

type counter struct{ seen sync.Pool }

func (c *counter) distinct(words []string) int {
	set := c.seen.Get().(map[string]bool) // want `nothing resets a map\[string\]bool, after Get or before Put`
	defer c.seen.Put(set)
	for _, w := range words {
		set[w] = true
	}
	return len(set)
}
