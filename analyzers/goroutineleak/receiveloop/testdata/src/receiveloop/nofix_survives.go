package receiveloop

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log"
)

// An error other than the end of the stream is tested after the flag that is false for it.
func scanLines(r io.Reader, each func([]byte)) error {
	reader := bufio.NewReader(r)
	var buf bytes.Buffer
	for {
		buf.Reset()
		var err error
		var line []byte
		var isPrefix bool
		for {
			line, isPrefix, err = reader.ReadLine() // want `loop spins after an error of reader.ReadLine for which it does not ask at line \d+: the next read fails as well`
			line = bytes.ReplaceAll(line, []byte("\r"), nil)
			if n := buf.Len() + len(line); n > 4096 {
				break
			}
			buf.Write(line)
			if !isPrefix || err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		if buf.Len() > 0 {
			each(buf.Bytes())
		}
		if err == io.EOF {
			break
		}
	}
	return nil
}

// The error of a broken document is returned by each further call.
func decodeNames(r io.Reader) {
	dec := json.NewDecoder(r)
	for {
		var name string
		err := dec.Decode(&name) // want `loop spins after an error of dec.Decode for which it does not ask at line \d+: the next read fails as well`
		if errors.Is(err, io.EOF) {
			return
		}
		log.Println("decoded", name)
	}
}

// Only the end leaves the loop.
func countLines(r *bufio.Reader) (n int) {
	for {
		_, err := r.ReadString('\n') // want `loop spins after an error of r.ReadString for which it does not ask at line \d+: the next read fails as well`
		if err == io.EOF {
			return n
		}
		n++
	}
}
