package notflushed

import (
	"bufio"
	"os"
	"time"
)

// What has been written since the last tick is lost.
type ticked struct {
	in   chan string
	done chan struct{}
	file *os.File
	buf  *bufio.Writer
}

func newTicked(path string) (*ticked, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	t := &ticked{in: make(chan string), done: make(chan struct{}), file: f, buf: bufio.NewWriter(f)}
	go t.loop()
	return t, nil
}

func (t *ticked) loop() {
	defer close(t.done)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case line, ok := <-t.in:
			if !ok {
				return
			}
			t.buf.WriteString(line)
		case <-tick.C:
			if t.buf != nil {
				t.buf.Flush()
			}
		}
	}
}

func (t *ticked) Close() error {
	close(t.in)
	<-t.done
	return t.closeFile()
}

func (t *ticked) closeFile() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close() // want `the end of what is written to ticked.buf is lost: ticked.Close closes without its Flush, which only the timer at line 40 calls`
}
