package poolnotreset

import (
	"bufio"
	"io"
	"strings"
	"sync"
)

var builders = sync.Pool{New: func() any { return new(strings.Builder) }}

// Nope. It is reset before it is put back.
func build(list []string) string {
	b := builders.Get().(*strings.Builder)
	for _, s := range list {
		b.WriteString(s)
	}
	s := b.String()
	b.Reset()
	builders.Put(b)
	return s
}

var writers = sync.Pool{New: func() any { return bufio.NewWriter(nil) }}

// Nope. It gets another purpose.
func write(w io.Writer, s string) error {
	bw := writers.Get().(*bufio.Writer)
	defer writers.Put(bw)
	bw.Reset(w)
	bw.WriteString(s)
	return bw.Flush()
}

var sets sync.Pool

// Nope. The map is emptied.
func unique(list []string) int {
	set := sets.Get().(map[string]int)
	defer sets.Put(set)
	clear(set)
	for _, s := range list {
		set[s]++
	}
	return len(set)
}

var tables sync.Pool

// Nope. Nothing is put back.
func table(key string) map[string]string {
	t := tables.Get().(map[string]string)
	t[key] = key
	return t
}
