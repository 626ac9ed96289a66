-- Shows each callout with its title: as a box in DOCX, as an element with a title elsewhere. Quarto does this itself.
local colours = {
  ["callout-important"] = { "1F6FEB", "EAF2FE" },
  ["callout-note"] = { "8B949E", "F4F5F6" },
  ["callout-caution"] = { "CF222E", "FDECEC" },
  ["callout-warning"] = { "9A6700", "FFF6DD" },
  ["callout-tip"] = { "1A7F37", "E8F6EC" },
}

-- A table of one cell, which is the only box that DOCX has.
local function boxed(div, line, fill)
  local open = '<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblCellMar><w:top w:w="80" w:type="dxa"/>'
    .. '<w:left w:w="160" w:type="dxa"/><w:right w:w="160" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>'
    .. '<w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcBorders><w:left w:val="single" w:sz="24" w:color="'
    .. line .. '"/></w:tcBorders><w:shd w:val="clear" w:fill="' .. fill .. '"/></w:tcPr>'
  local small = '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/></w:pPr></w:p>'
  div.content:insert(1, pandoc.RawBlock("openxml", open))
  div.content:insert(pandoc.RawBlock("openxml", small .. "</w:tc></w:tr></w:tbl>" .. small))
  return div.content
end

-- Links to other pages lead to their HTML files.
function Link(link)
  if FORMAT:match("html") and not link.target:match("^%a[%w+.-]*:") then
    link.target = link.target:gsub("%.md$", ".html"):gsub("%.md([#?])", ".html%1")
  end
  return link
end

function Div(div)
  local title = div.attributes.title
  local name = div.classes:find_if(function(class) return class:match("^callout%-") end)
  if not title or not name then return end
  div.attributes.title = nil
  -- Behind a word, nothing in a title starts a list or a heading.
  local text = pandoc.utils.blocks_to_inlines(pandoc.read("x " .. title, "markdown-smart").blocks)
  text:remove(1)
  text:remove(1)
  text = text:walk({ Link = Link })
  if FORMAT == "docx" then
    div.content:insert(1, pandoc.Para(pandoc.Strong(text)))
    return boxed(div, table.unpack(colours[name] or colours["callout-note"]))
  end
  div.content:insert(1, pandoc.Div(pandoc.Plain(text), { class = "callout-title" }))
  return div
end

-- Only HTML has <br>, and lists in the cells of a table.
function RawInline(raw)
  if raw.format ~= "html" then return end
  if raw.text:match("^<[bB][rR]%s*/?>$") then return pandoc.LineBreak() end
  if not FORMAT:match("html") and raw.text:match("^<[lL][iI][%s>]") then
    return { pandoc.LineBreak(), pandoc.Str("• ") }
  end
end

-- Elements that only HTML shows. DOCX gets what Pandoc reads in them.
local function is_html(block, pattern)
  return block.t == "RawBlock" and block.format == "html" and block.text:lower():match(pattern)
end

function Blocks(blocks)
  if FORMAT:match("html") then return end
  local out = pandoc.List()
  local at = 1
  while at <= #blocks do
    local close
    for _, name in ipairs({ "table", "pre", "ul", "ol", "dl" }) do
      local opening, closing, depth = "^%s*<" .. name .. "[%s>]", "</" .. name .. ">%s*$", 0
      for index = at, is_html(blocks[at], opening) and #blocks or 0 do
        if is_html(blocks[index], opening) then depth = depth + 1 end
        if is_html(blocks[index], closing) then depth = depth - 1 end
        if depth == 0 then close = index break end
      end
    end
    if close then
      local part = pandoc.Pandoc({ table.unpack(blocks, at, close) })
      out:extend(pandoc.read(pandoc.write(part, "html"), "html").blocks)
      at = close + 1
    else
      out:insert(blocks[at])
      at = at + 1
    end
  end
  return out
end
