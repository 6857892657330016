package usedbeforeerror

import (
	"context"
	"database/sql"
	"net"
	"net/http"
)

type lighthouse struct{ client *http.Client }

func (l *lighthouse) fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return l.client.Do(req)
}

// probe fetches by a helper of the package.
func (l *lighthouse) probe(ctx context.Context, url string) (int, error) {
	resp, err := l.fetch(ctx, url)
	defer resp.Body.Close() // want `panic where l.fetch fails: resp is nil then, and is used before the error is tested, at line 24`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// direct calls the client itself, in a literal.
func (l *lighthouse) direct(urls []string) {
	check := func(url string) error {
		resp, err := l.client.Get(url)
		defer resp.Body.Close() // want `panic where l.client.Get fails: resp is nil then, and is used before the error is tested, at line 35`
		if err != nil {
			return err
		}
		return nil
	}
	for _, url := range urls {
		check(url)
	}
}

// greet defers a method of an interface that is nil.
func greet(addr string) error {
	conn, err := net.Dial("tcp", addr)
	defer conn.Close() // want `panic where net.Dial fails: conn is nil then, and is used before the error is tested, at line 49`
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte("hello"))
	return err
}

// names defers the Close of rows that are nil.
func names(ctx context.Context, db *sql.DB) (list []string, err error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM lights")
	defer rows.Close() // want `panic where db.QueryContext fails: rows is nil then, and is used before the error is tested, at line 60`
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		list = append(list, name)
	}
	return list, rows.Err()
}
