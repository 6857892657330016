package clientnotimeout

import (
	"bytes"
	"io"
	"net/http"
	"os"
)

// A download takes its time.
func download(url string, out *os.File, header http.Header) error {
	client := http.Client{} // want `client\.Do at line \d+ never returns when the server does not respond`
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	request.Header = header
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(out, response.Body)
	return err
}

func proxied(w http.ResponseWriter, url string) {
	response, err := http.Get(url) // want `http\.Get never returns when url accepts and does not respond`
	if err != nil {
		return
	}
	defer response.Body.Close()
	_, _ = io.Copy(w, response.Body)
}

// Reading it all is no download.
func read(url string) (string, error) {
	response, err := http.Get(url) // want `http\.Get never returns when url accepts and does not respond`
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var b bytes.Buffer
	_, err = io.Copy(&b, response.Body)
	_, _ = io.Copy(io.Discard, response.Body)
	return b.String(), err
}

// What one server sends goes on to another, for as long as it takes.
func forward(src, dst string, sent io.Writer) error {
	from := &http.Client{} // want `http.Client has no Timeout`
	resp, err := from.Get(src)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body := io.TeeReader(resp.Body, sent)
	to := &http.Client{} // want `http.Client has no Timeout`
	req, err := http.NewRequest(http.MethodPut, dst, body)
	if err != nil {
		return err
	}
	answer, err := to.Do(req)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}
