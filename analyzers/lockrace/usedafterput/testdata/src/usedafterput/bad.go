package usedafterput

import (
	"bytes"
	"encoding/json"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func encode(v any) ([]byte, error) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil // want `data race: buf.Bytes\(\) is returned, and the deferred call at line 13 puts the value back before: its next user writes to the same memory`
}

func encodeInClosure(v any) []byte {
	buf := buffers.Get().(*bytes.Buffer)
	defer func() {
		buf.Reset()
		buffers.Put(buf)
	}()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return nil
	}
	return bytes.TrimRight(buf.Bytes(), "\n") // want `is returned, and the deferred call at line 23 puts`
}

func release(buf *bytes.Buffer) {
	buf.Reset()
	buffers.Put(buf)
}

type message struct {
	body []byte
	name string
}

func compose(name string) *message {
	buf := buffers.Get().(*bytes.Buffer)
	defer release(buf)
	buf.WriteString(name)
	return &message{body: buf.Bytes(), name: name} // want `&message\{body: buf.Bytes\(\), name: name\} is returned`
}

func deliver(out chan<- []byte, name string) {
	buf := buffers.Get().(*bytes.Buffer)
	defer release(buf)
	buf.WriteString(name)
	out <- buf.Bytes() // want `buf.Bytes\(\) is sent`
}

func all(names []string) [][]byte {
	var list [][]byte
	buf := buffers.Get().(*bytes.Buffer)
	defer release(buf)
	for _, name := range names {
		buf.WriteString(name)
		list = append(list, buf.Bytes())
	}
	return list // want `list is returned`
}

type job struct {
	name  string
	steps int
}

var jobs = sync.Pool{New: func() any { return new(job) }}

func run(name string) int {
	j := jobs.Get().(*job)
	j.name = name
	j.steps++
	jobs.Put(j)
	return len(j.name) // want `data race: j.name is used, and the pool has the value back since line 79: its next user writes to the same memory`
}
