package statusnotchecked

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
)

// Nope. The status is tested.
func tested(req *http.Request, v any) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("server: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

// Nope. A helper tests it.
func helped(req *http.Request, v any) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := check(resp); err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

func check(resp *http.Response) error {
	if resp.StatusCode > 299 {
		return fmt.Errorf("server: %s", resp.Status)
	}
	return nil
}

// Nope. The function that sends the request tests it.
func send(req *http.Request) (*http.Response, error) {
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode > 299 {
		resp.Body.Close()
		return nil, fmt.Errorf("server: %s", resp.Status)
	}
	return resp, nil
}

func sent(req *http.Request, v any) error {
	resp, err := send(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

// Nope. The caller gets the response, or other code does.
func passed(req *http.Request, done func(*http.Response)) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	done(resp)
	_, err = io.ReadAll(resp.Body)
	return err
}

// Nope. What is logged begins with the status.
func dumped(req *http.Request) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	dump, err := httputil.DumpResponse(resp, true)
	log.Printf("%s", dump)
	return err
}

// Nope. Nothing is reported as success.
func fire(req *http.Request) {
	resp, err := client.Do(req)
	if err != nil {
		log.Print(err)
		return
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

// Nope. A literal tests it.
func deferred(req *http.Request, v any) (err error) {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() {
		resp.Body.Close()
		if resp.StatusCode > 299 {
			err = fmt.Errorf("server: %s", resp.Status)
		}
	}()
	return json.NewDecoder(resp.Body).Decode(v)
}
