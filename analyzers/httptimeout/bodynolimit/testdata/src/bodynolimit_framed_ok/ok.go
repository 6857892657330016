package bodynolimit_framed_ok

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
)

const maxFrame = 1 << 20

var errLong = errors.New("frame is too long")

func serve(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go handle(bufio.NewReader(conn))
	}
}

func handle(r *bufio.Reader) {
	for {
		if _, err := compared(r); err != nil {
			return
		}
		if _, err := short(r); err != nil {
			return
		}
		if _, err := cut(r); err != nil {
			return
		}
		if _, err := checked(r); err != nil {
			return
		}
	}
}

func compared(r *bufio.Reader) ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(header[:]))
	if n > maxFrame {
		return nil, errLong
	}
	frame := make([]byte, n)
	_, err := io.ReadFull(r, frame)
	return frame, err
}

// Two bytes say no more than 64 KB.
func short(r *bufio.Reader) ([]byte, error) {
	var header [2]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	frame := make([]byte, binary.BigEndian.Uint16(header[:]))
	_, err := io.ReadFull(r, frame)
	return frame, err
}

func cut(r *bufio.Reader) ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	frame := make([]byte, binary.BigEndian.Uint32(header[:])&0xffff)
	_, err := io.ReadFull(r, frame)
	return frame, err
}

// A function of the package knows the limit.
func checked(r *bufio.Reader) ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(header[:])
	if err := allow(n); err != nil {
		return nil, err
	}
	frame := make([]byte, n)
	_, err := io.ReadFull(r, frame)
	return frame, err
}

func allow(n uint32) error {
	if n > maxFrame {
		return errLong
	}
	return nil
}

// The program has written the file itself.
func record(f *os.File) ([]byte, error) {
	var header [4]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return nil, err
	}
	data := make([]byte, binary.BigEndian.Uint32(header[:]))
	_, err := io.ReadFull(f, data)
	return data, err
}

// The other side is the server that the program has chosen.
func answer(addr string) ([]byte, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	var header [4]byte
	if _, err := io.ReadFull(conn, header[:]); err != nil {
		return nil, err
	}
	data := make([]byte, binary.BigEndian.Uint32(header[:]))
	_, err = io.ReadFull(conn, data)
	return data, err
}
