package malformedinput

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

func follow(r io.Reader, handle func(key, value string)) {
	go func() {
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			parts := strings.Split(lines.Text(), "=")
			handle(parts[0], parts[1]) // want `malformed input crashes the process: parts\[1\] panics when there are fewer elements, and nothing recovers in the goroutine that begins at line 19`
		}
	}()
}

type device struct {
	name string
	port int
}

// The fields of a message are what the other side sends.
func (d *device) serve(conn net.Conn) {
	go d.read(conn)
}

func (d *device) read(conn net.Conn) {
	lines := bufio.NewReader(conn)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var message map[string]any
		if err := json.Unmarshal(line, &message); err != nil {
			continue
		}
		d.apply(message)
	}
}

func (d *device) apply(message map[string]any) {
	if name, ok := message["name"]; ok {
		d.name = name.(string) // want `malformed input crashes the process: name\.\(string\) panics when the value is missing or has another type, and nothing recovers in the goroutine that begins at line 35`
	}
	port := message["port"].(float64)
	d.port = int(port)
}

func frames(conn net.Conn, handle func(kind byte, payload []byte)) {
	go func() {
		for {
			header := make([]byte, 2)
			if _, err := io.ReadFull(conn, header); err != nil {
				return
			}
			frame := make([]byte, binary.BigEndian.Uint16(header))
			if _, err := io.ReadFull(conn, frame); err != nil {
				return
			}
			handle(frame[0], frame[1:]) // want `frame\[0\] panics when there are fewer elements`
		}
	}()
}

func sequence(frames <-chan []byte, conn net.PacketConn) {
	go func() {
		buf := make([]byte, 1500)
		for {
			n, _, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			log.Print(binary.BigEndian.Uint64(buf[:n])) // want `binary\.BigEndian\.Uint64\(buf\[:n\]\) panics when its argument is shorter`
		}
	}()
}

func choose(r *bufio.Reader, commands []func()) {
	go func() {
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			i, err := strconv.Atoi(strings.TrimSpace(line))
			if err != nil {
				continue
			}
			commands[i]() // want `commands\[i\] panics when the number that was read is out of range`
		}
	}()
}

func usage(report func(string)) {
	go func() {
		out, err := exec.Command("df", "/").Output()
		if err != nil {
			return
		}
		report(strings.Fields(string(out))[4]) // want `strings\.Fields\(string\(out\)\)\[4\] panics when there are fewer elements`
	}()
}

func grep(patterns *bufio.Scanner, text string) {
	go func() {
		for patterns.Scan() {
			log.Print(regexp.MustCompile(patterns.Text()).MatchString(text)) // want `regexp\.MustCompile\(patterns\.Text\(\)\) panics when its argument is not valid`
		}
	}()
}

func hosts(addrs []string, add func(string)) {
	go func() {
		for _, addr := range addrs {
			u, err := url.Parse(addr)
			if err != nil {
				log.Print(err)
			}
			add(u.Host) // want `an error crashes the process: u\.Host is used although the call before it may have failed, and nothing recovers in the goroutine that begins at line 125`
		}
	}()
}

func probe(addr string, up func(int)) {
	go func() {
		resp, _ := http.Get(addr)
		up(resp.StatusCode) // want `resp\.StatusCode is used although the call before it may have failed`
		_ = resp.Body.Close()
	}()
}
