package malformedinput

import (
	"bufio"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// The number of parts is tested, in whatever way.
func okTested(lines *bufio.Scanner, handle func(string)) {
	go func() {
		for lines.Scan() {
			parts := strings.Split(lines.Text(), "=")
			if len(parts) < 2 {
				continue
			}
			handle(parts[1])
		}
		for lines.Scan() {
			if line := lines.Text(); strings.Contains(line, ":") {
				handle(strings.Split(line, ":")[1])
			}
		}
		for lines.Scan() {
			line := lines.Text()
			if err := validate(line); err != nil {
				continue
			}
			handle(strings.Fields(line)[2])
		}
		for lines.Scan() {
			if m := pattern.FindStringSubmatch(lines.Text()); m != nil {
				handle(m[1])
			}
		}
	}()
}

var pattern = regexp.MustCompile(`(\w+)=`)

func validate(line string) error {
	if len(strings.Fields(line)) != 3 {
		return errors.New("three fields")
	}
	return nil
}

// The first part is always there.
func okFirst(lines *bufio.Scanner, handle func(string)) {
	go func() {
		for lines.Scan() {
			handle(strings.Split(lines.Text(), "=")[0])
		}
	}()
}

// The goroutine recovers.
func okRecovers(lines *bufio.Scanner, handle func(string)) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Print(r)
			}
		}()
		for lines.Scan() {
			handle(strings.Fields(lines.Text())[1])
		}
	}()
}

// Each line is handled by a function that recovers.
func okEachRecovers(lines *bufio.Scanner) {
	go func() {
		for lines.Scan() {
			okLine(lines.Text())
		}
	}()
}

func okLine(line string) {
	defer func() { _ = recover() }()
	log.Print(strings.Fields(line)[1])
}

// The server recovers from the panics of its handlers.
func okHandler(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, regexp.MustCompile(r.URL.Query().Get("range")))
}

// No goroutine runs it.
func okMain(lines *bufio.Scanner) string { return strings.Fields(lines.Text())[0] }

// The value has a type of the program's own, which the program has stored.
func okOwn(items map[string]any, shared *sync.Map) {
	go func() {
		log.Print(items["net"].(*net.TCPAddr))
		v, _ := shared.Load("name")
		log.Print(v.(string))
		m := map[string]any{"name": "a"}
		log.Print(m["name"].(string))
	}()
}

// The type is asked for.
func okType(dec *json.Decoder, set func(string)) {
	go func() {
		var m map[string]any
		if err := dec.Decode(&m); err != nil {
			return
		}
		if name, ok := m["name"].(string); ok {
			set(name)
		}
		switch m["port"].(type) {
		case string:
			set(m["port"].(string))
		}
	}()
}

// Four bytes are read, and as many are used.
func okFixed(conn net.Conn) {
	go func() {
		var size [4]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		n := binary.BigEndian.Uint32(size[:])
		head := make([]byte, 8)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		log.Print(n, head[7], binary.BigEndian.Uint32(head[4:]))
	}()
}

// The function that calls it has tested the length.
func okCaller(conn net.PacketConn) {
	go func() {
		buf := make([]byte, 512)
		for {
			n, _, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if n < 4 {
				continue
			}
			okPacket(buf[:n])
		}
	}()
}

func okPacket(b []byte) { log.Print(b[3], b[1:]) }

// The index is within limits.
func okIndex(r *bufio.Reader, names []string) {
	go func() {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		i, err := strconv.Atoi(line)
		if err != nil || i < 0 || i >= len(names) {
			return
		}
		log.Print(names[i], names[i%len(names)])
	}()
}

// The program makes the message.
func okMakes(conn net.Conn, payload []byte) {
	go func() {
		frame := make([]byte, len(payload)+2)
		frame[0], frame[1] = 1, 2
		_, _ = conn.Write(append(frame, payload...))
	}()
}

// What has failed is not used.
func okFailed(addrs []string, add func(string)) {
	go func() {
		for _, addr := range addrs {
			u, err := url.Parse(addr)
			if err != nil {
				log.Print(err)
				continue
			}
			add(u.Host)
		}
		u, err := url.Parse(addrs[0])
		if err != nil {
			u = &url.URL{Host: "localhost"}
		}
		add(u.Host)
		if info, err := os.Stat(addrs[0]); err == nil && info.IsDir() {
			add(info.Name())
		}
		for {
			resp, err := http.Get(addrs[0])
			if err == nil {
				_ = resp.Body.Close()
				return
			}
			log.Print(err)
		}
	}()
}

type okBuffer struct {
	src  io.Reader
	buf  []byte
	r, w int
}

// The methods keep the bounds within the buffer.
func (b *okBuffer) rest() []byte { return b.buf[b.r:b.w] }

func (b *okBuffer) fill() {
	go func() {
		n, err := b.src.Read(b.buf[b.w:])
		if err != nil {
			return
		}
		b.w += n
		log.Print(b.rest())
	}()
}

// Silent: records with other numbers of fields are errors.
func countedFields(r io.Reader, put func(key, value string)) {
	go func() {
		records := csv.NewReader(r)
		records.FieldsPerRecord = 2
		for {
			rec, err := records.Read()
			if err != nil {
				return
			}
			put(rec[0], rec[1])
		}
	}()
}
