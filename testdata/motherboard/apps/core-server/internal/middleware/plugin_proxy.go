// Package middleware holds the handlers that pass requests on to plugins and
// other services.
package middleware

import (
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"
)

const pluginPrefix = "/api/plugins/"

// PluginProxy sends /api/plugins/<name>/… to the plugin of that name.
type PluginProxy struct {
	targets map[string]*url.URL
	onError func(target string, err error)
}

// NewPluginProxy returns a proxy for plugins, a map of names to base URLs.
// onError is told about requests that a plugin did not answer.
func NewPluginProxy(plugins map[string]string, onError func(target string, err error)) (*PluginProxy, error) {
	p := &PluginProxy{targets: make(map[string]*url.URL), onError: onError}
	for name, raw := range plugins {
		target, err := url.Parse(raw)
		if err != nil {
			return nil, fmt.Errorf("plugin %s: %w", name, err)
		}
		p.targets[name] = target
	}
	return p, nil
}

func (p *PluginProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, pluginPrefix), "/")
	target, ok := p.targets[name]
	if !ok {
		http.Error(w, "no such plugin", http.StatusNotFound)
		return
	}
	p.forward(name, path, target).ServeHTTP(w, r)
}

func (p *PluginProxy) forward(name, path string, target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	rebase := proxy.Director
	proxy.Director = func(req *http.Request) {
		host := req.Host
		req.URL.Path = "/" + path
		rebase(req)
		req.Header.Set("X-Forwarded-Host", host)
		req.Header.Set("X-Workspace-ID", workspaceOf(req))
	}
	proxy.ErrorHandler = p.failed(name)
	return proxy
}

// ServiceProxy passes requests on to one of the platform's own services.
func (p *PluginProxy) ServiceProxy(name string, target *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("X-Workspace-ID", workspaceOf(r.In))
		},
		ErrorHandler: p.failed(name),
	}
}

// AssetProxy passes requests for files on to the object store.
func (p *PluginProxy) AssetProxy(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Director = nil
	proxy.Rewrite = func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Header.Set("X-Workspace-ID", workspaceOf(r.In))
		if r.In.Header.Get("X-Request-ID") == "" {
			r.Out.Header.Set("X-Request-ID", rand.Text())
		}
	}
	proxy.ErrorHandler = p.failed("assets")
	limit(proxy)
	return proxy
}

// limit bounds what a proxy waits for.
func limit(proxy *httputil.ReverseProxy) {
	proxy.Transport = &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
		TLSHandshakeTimeout:   3 * time.Second,
		ResponseHeaderTimeout: 5 * time.Second,
		IdleConnTimeout:       90 * time.Second,
		MaxIdleConnsPerHost:   10,
		ForceAttemptHTTP2:     true,
	}
}

func (p *PluginProxy) failed(target string) func(http.ResponseWriter, *http.Request, error) {
	return func(w http.ResponseWriter, _ *http.Request, err error) {
		p.onError(target, err)
		http.Error(w, target+" is not available", http.StatusBadGateway)
	}
}

// workspaceOf returns the first label of the host: acme.motherboard.example.
func workspaceOf(r *http.Request) string {
	workspace, _, _ := strings.Cut(r.Host, ".")
	return workspace
}
