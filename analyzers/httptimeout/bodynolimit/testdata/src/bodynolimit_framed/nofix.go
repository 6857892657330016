package bodynolimit_framed

import (
	"bufio"
	"encoding/binary"
	"io"
	"log"
	"net"
	"sync"
)

type server struct {
	ln net.Listener
	wg sync.WaitGroup
}

func (s *server) serve() {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return
		}
		s.wg.Add(1)
		go s.handle(conn)
	}
}

func (s *server) handle(conn net.Conn) {
	defer s.wg.Done()
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		frame, err := readFrame(r)
		if err != nil {
			return
		}
		log.Print(len(frame))
	}
}

// Four bytes of a client allocate as many gigabytes.
func readFrame(r *bufio.Reader) ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(header[:])
	if n == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	frame := make([]byte, n) // want `one frame can exhaust the memory: a client says at line 47 how many bytes are allocated here, and nothing compares the number with a limit`
	if _, err := io.ReadFull(r, frame); err != nil {
		return nil, err
	}
	return frame, nil
}

type session struct{ r *bufio.Reader }

func (s *server) open() {
	conn, err := s.ln.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	ses := &session{r: bufio.NewReader(conn)}
	for {
		if _, err := ses.next(); err != nil {
			return
		}
	}
}

// The length is the second part of a header.
func (s *session) next() ([]byte, error) {
	header := make([]byte, 8)
	if _, err := io.ReadFull(s.r, header); err != nil {
		return nil, err
	}
	body := make([]byte, int(binary.LittleEndian.Uint32(header[4:]))+4) // want `one frame can exhaust the memory`
	_, err := io.ReadFull(s.r, body)
	return body, err
}

func (s *session) text() (string, error) {
	n, err := binary.ReadUvarint(s.r)
	if err != nil {
		return "", err
	}
	text := make([]byte, n) // want `one frame can exhaust the memory`
	_, err = io.ReadFull(s.r, text)
	return string(text), err
}
