package receiveloop

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"time"
)

// Any error leaves the loop.
func untilError(r *bufio.Reader) (n int, err error) {
	for {
		_, err = r.ReadString('\n')
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n++
	}
}

// The kind of the error is looked at.
func timeouts(r *bufio.Reader, conn net.Conn) error {
	for {
		_, err := r.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			continue
		}
		if err != nil {
			return err
		}
	}
}

// It pauses, as one that follows a growing file.
func follow(r *bufio.Reader, out func(string)) {
	for {
		line, err := r.ReadString('\n')
		if err == io.ErrUnexpectedEOF {
			return
		}
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		out(line)
	}
}

// Each pass reads from another stream.
func each(list []io.Reader) (names []string) {
	for _, r := range list {
		var name string
		if err := json.NewDecoder(r).Decode(&name); err == io.EOF {
			break
		}
		names = append(names, name)
	}
	return names
}

// Other errors are noticed: to read on is a decision.
func noticed(r *bufio.Reader, out func(string)) {
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			out(line)
		}
	}
}

// A function of the package decides.
func decided(r *bufio.Reader) {
	for {
		_, err := r.ReadString('\n')
		if err == io.EOF {
			return
		}
		if !decide(err) {
			return
		}
	}
}

func decide(err error) bool { return err == nil }
