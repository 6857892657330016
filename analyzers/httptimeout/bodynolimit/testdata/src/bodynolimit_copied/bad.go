package bodynolimit_copied

import (
	"bytes"
	"encoding/xml"
	"hash"
	"io"
	"net/http"
	"strings"
)

type sums struct{ hash.Hash }

func (s *sums) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if _, err := io.Copy(&b, io.TeeReader(r.Body, s)); err != nil { // want `io.Copy reads r.Body to the end`
		return
	}
	_, _ = b.WriteTo(w)
}

func order() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body := r.Body
		defer body.Close()
		var list []string
		_ = xml.NewDecoder(body).Decode(&list)
		_, _ = io.WriteString(w, strings.Join(list, ","))
	}
}
