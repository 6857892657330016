package usedbeforeerror

import (
	"bytes"
	"mime/multipart"
	"net/url"
)

// Silent: the address is constant, and what follows is escaped.
func query(values url.Values) string {
	u, _ := url.Parse("https://lamps.example.com/?" + values.Encode())
	u.Fragment = ""
	return u.String()
}

// Silent: what the form is written to is memory.
func form(name string) ([]byte, error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, _ := w.CreateFormFile("lamp", name)
	if _, err := part.Write([]byte("lit")); err != nil {
		return nil, err
	}
	return body.Bytes(), w.Close()
}

// Silent: the comment says what rules the error out.
func target(address string) string {
	// the settings have already validated it
	u, _ := url.Parse(address)
	return u.Hostname()
}
